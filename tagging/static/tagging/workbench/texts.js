// Texts for people, in the language of the page; the server's catalogue sets `window.django`.
const { gettext, gettext_noop, ngettext, interpolate } = window.django;

export { gettext, gettext_noop, ngettext };

export const LANGUAGE = document.documentElement.lang;
const NUMBERS = new Intl.NumberFormat(LANGUAGE);

/** Put named values into a text: `%(name)s`. Numbers are written as the language does. */
export function fill(text, values) {
  const shown = Object.entries(values).map(([name, value]) => [name, typeof value === "number" ? NUMBERS.format(value) : value]);
  return interpolate(text, Object.fromEntries(shown), true);
}
