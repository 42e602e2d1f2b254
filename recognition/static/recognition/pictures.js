// Pictures that cannot be shown say why in their place; those that have to wait are asked for again.
"use strict";
{
  const TRIES = 30;
  const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

  const replace = (image, reason) => {
    const text = document.createElement("p");
    text.className = "fl-no-picture";
    text.textContent = reason || "The picture cannot be shown.";
    image.replaceWith(text);
  };

  const ask = async (image) => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const answer = await fetch(image.src);
      if (answer.ok) {
        image.src = URL.createObjectURL(await answer.blob());
        return;
      }
      const wait = Number(answer.headers.get("Retry-After"));
      if (!wait) {
        const isReason = answer.headers.get("Content-Type")?.startsWith("text/plain");
        replace(image, isReason ? await answer.text() : "");
        return;
      }
      await pause(wait + Math.random());
    }
    replace(image, "Too many pictures are being fetched; load the page again.");
  };

  const failed = (image) => {
    if (image.dataset.asked) return;
    image.dataset.asked = "yes";
    ask(image).catch(() => replace(image, ""));
  };

  // An error does not bubble; and an image may have failed before this script was loaded.
  const isOurs = (image) => image.matches?.("img[data-picture]");
  document.addEventListener("error", (event) => isOurs(event.target) && failed(event.target), true);
  for (const image of document.querySelectorAll("img[data-picture]")) {
    if (image.complete && !image.naturalWidth && image.currentSrc) failed(image);
  }
}
