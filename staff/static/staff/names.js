// Gives the search fields of Select2 the name of their label: Select2 leaves them without one, so that a
// screen reader could not say what is asked.
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

  window.addEventListener("load", () => {
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
