// The bar of an API page: a token that is made, pasted, kept over a reload, and given to the viewer below.
const config = JSON.parse(document.getElementById("config").textContent);
const KEPT = "finishline.api-token";
const [make, copy, forget, pasted, state] = ["make", "copy", "forget", "pasted", "state"].map((id) => document.getElementById(id));

// Kept for this tab alone, until it ends.
function kept() {
  const found = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  return found && Date.parse(found.expiresOn) > Date.now() ? found : null;
}

function expiryOf(token) {
  try {
    const claims = JSON.parse(atob(token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/")));
    return new Date(claims.exp * 1000).toISOString();
  } catch {
    return new Date(Date.now() + 3_600_000).toISOString(); // no token of ours: its issuer knows
  }
}

// The viewer's own colours are too light for small texts (WCAG 1.4.3: 4.5 to 1).
const COLOURS = `
  .scalar-app { --scalar-custom-header-height: var(--fl-bar); --scalar-font: system-ui, sans-serif; --scalar-font-code: ui-monospace, monospace; }
  .light-mode { --scalar-color-2: #4a5059; --scalar-color-3: #595f69; --scalar-color-green: #11603a; --scalar-color-blue: #0b5cad; --scalar-color-orange: #8a4500; --scalar-color-red: #b3261e; --scalar-color-purple: #6b3fa0; --scalar-color-yellow: #705200; }
  .dark-mode { --scalar-color-2: #b6bdc7; --scalar-color-3: #a3abb5; --scalar-color-red: #ff9a94; }`;

const bare = (text) => text.trim().replace(/^(bearer\s+)+/i, "");

const viewer = Scalar.createApiReference("#reference", {
  sources: config.versions,
  servers: [{ url: location.origin, description: "The server that sent this page." }],
  authentication: authentication(),
  agent: { disabled: true },
  mcp: { disabled: true },
  hiddenClients: true,
  hideClientButton: true,
  persistAuth: false,
  showDeveloperTools: "never",
  telemetry: false,
  withDefaultFonts: false,
  defaultOpenAllTags: false,
  operationTitleSource: "summary",
  customCss: COLOURS,
  onBeforeRequest({ requestBuilder, request }) {
    const headers = (requestBuilder ?? request).headers;
    const given = headers.get("Authorization");
    if (given) headers.set("Authorization", `Bearer ${bare(given)}`);
  },
});

// What the viewer leaves out for readers with a screen reader or without a mouse.
const REPAIRS = {
  "button[role=search]": (found) => found.setAttribute("aria-label", "Search"),
  "button[class*=copy-button]": (found) => found.setAttribute("aria-label", "Copy"),
  "button[aria-selected]": (found) => found.removeAttribute("aria-selected"),
  "code.hljs:not([tabindex]), ul.endpoints:not([tabindex])": (found) => found.setAttribute("tabindex", "0"),
};
new MutationObserver(() => {
  for (const [selector, repair] of Object.entries(REPAIRS)) document.querySelectorAll(selector).forEach(repair);
}).observe(document.getElementById("reference"), { childList: true, subtree: true });

function authentication() {
  return { preferredSecurityScheme: "bearer", securitySchemes: { bearer: { token: kept()?.accessToken ?? "" } } };
}

function show() {
  const found = kept();
  const until = found && new Date(found.expiresOn).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  state.textContent = found ? `Your token works until ${until}.` : "No token: only public operations answer.";
  copy.hidden = forget.hidden = !found;
}

function keep(found) {
  if (found) sessionStorage.setItem(KEPT, JSON.stringify(found));
  else sessionStorage.removeItem(KEPT);
  viewer.updateConfiguration({ ...viewer.getConfiguration(), authentication: authentication() });
  show();
}

make?.removeAttribute("disabled"); // a click before this script would have done nothing
make?.addEventListener("click", async () => {
  const csrf = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const answer = await fetch(`/${config.base}/docs/token`, { method: "POST", headers: { "X-CSRFToken": csrf } });
  if (answer.ok) keep(await answer.json());
  else state.textContent = (await answer.json()).detail;
});
pasted.addEventListener("change", () => {
  const token = bare(pasted.value);
  pasted.value = "";
  if (token) keep({ accessToken: token, expiresOn: expiryOf(token) });
});
document.getElementById("token").addEventListener("submit", (event) => event.preventDefault());
copy.addEventListener("click", async () => {
  await navigator.clipboard.writeText(kept()?.accessToken ?? "");
  state.textContent = "Copied.";
});
forget.addEventListener("click", () => keep(null));
document.getElementById("group").addEventListener("change", (event) => location.assign(event.target.value));
show();
