// Texts for people, in the language of the page; the server's catalogue sets `window.django`.
const { gettext, gettext_noop, ngettext, interpolate } = window.django;

export { gettext, gettext_noop, ngettext };

/** Put named values into a text: `%(name)s`. */
export function fill(text, values) {
  return interpolate(text, values, true);
}
