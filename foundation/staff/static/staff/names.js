// Gives names to what scripts of others leave without one, so that a screen reader can say what it is: the
// search fields of Select2, and the help signs of Django's two lists to choose from.
"use strict";
{
  const nameOf = (select) => document.querySelector(`label[for="${select.id}"]`)?.textContent.trim();

  const name = (select) => {
    const box = select.nextElementSibling;
    const parts = ".select2-selection, .select2-selection__rendered, .select2-search__field";
    for (const part of box?.querySelectorAll(parts) ?? []) {
      part.removeAttribute("aria-labelledby");
      part.setAttribute("aria-label", nameOf(select) || select.name);
    }
  };

  const nameHelp = () => {
    for (const sign of document.querySelectorAll(".help-tooltip[aria-label]")) sign.setAttribute("role", "img");
  };

  window.addEventListener("load", () => {
    setTimeout(nameHelp); // Django makes the lists at this event, too
    const $ = window.django?.jQuery;
    if (!$) return;
    // After the function with which Django starts Select2: jQuery calls them in their order.
    $(() => document.querySelectorAll("select.select2-hidden-accessible").forEach(name));
    // The field of an opened list is at the end of the page.
    $(document).on("select2:open", (event) => {
      const field = document.querySelector(".select2-dropdown .select2-search__field");
      field?.setAttribute("aria-label", nameOf(event.target) || event.target.name);
    });
  });
}
