// Shows a guide as taggers see it while staff type, and puts sample pictures into its text.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const preview = document.querySelector("[data-preview]");
  const text = document.getElementById("id_text");
  if (!preview || !text) return;
  const [wrong, shown] = preview.children;
  const album = document.getElementById("id_album_id");
  const sample = document.getElementById("id_sample");
  let waiting = 0;
  let asked = null;

  async function show() {
    asked?.abort();
    asked = new AbortController();
    const body = new FormData();
    body.set("csrfmiddlewaretoken", text.form.elements.csrfmiddlewaretoken.value);
    body.set("album_id", album ? album.value : preview.dataset.album);
    body.set("text", text.value);
    try {
      const answer = await fetch(preview.dataset.preview, { method: "POST", body, signal: asked.signal });
      if (!answer.ok) throw new Error();
      const found = await answer.json();
      shown.innerHTML = found.html; // cleaned by the server
      say(found.wrong);
    } catch (error) {
      if (error.name !== "AbortError") say(["The preview is not available now."]);
    }
  }

  function say(sentences) {
    wrong.replaceChildren(
      ...sentences.map((sentence) => Object.assign(document.createElement("li"), { textContent: sentence })),
    );
  }

  function soon() {
    clearTimeout(waiting);
    waiting = setTimeout(show, 400);
  }

  function putIn() {
    if (!sample.value) return;
    const picture = `![](photo:${sample.value})`;
    text.setRangeText(`${picture}\n`, text.selectionStart, text.selectionEnd, "end");
    const caret = text.selectionEnd - picture.length + 1; // in the brackets, for the caption
    setTimeout(() => {
      text.focus(); // after the field of choosing has taken it back
      text.setSelectionRange(caret, caret);
    });
    soon();
  }

  text.addEventListener("input", soon);
  // The fields of choosing send events of jQuery alone.
  const { jQuery } = window.django;
  jQuery(sample).on("change", putIn);
  if (album) jQuery(album).on("change", soon);
});
