// The service worker of the workbench: without the server, the page opens from the browser's copy.
// It has the page, its scripts and its styles alone, which are the same for all taggers.
const VERSION = "{{ version }}";
const SHELL = `workbench-shell.${VERSION}`;
const PAGE = "{{ page }}";
const ADDRESSES = {{ addresses|safe }};
let isPageOfVersion = false;

self.addEventListener("install", (event) => {
  const keep = async () => {
    await (await caches.open(SHELL)).addAll(ADDRESSES);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const replace = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("workbench-shell."));
    await Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(replace());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && pathname === PAGE) event.respondWith(page(request));
  else if (request.mode !== "navigate" && ADDRESSES.includes(pathname)) event.respondWith(part(request, pathname));
});

/** The server's page, which may be newer; without the server, the copy. */
async function page(request) {
  const response = await fetch(request).catch(() => null);
  const isAnswered = response !== null && response.status < 500;
  isPageOfVersion = !isAnswered || response.headers.get("Workbench-Version") === VERSION;
  return isAnswered ? response : ((await copy(PAGE)) ?? response ?? Response.error());
}

/** A script or a style: the copy, if the page is of the same version. */
async function part(request, address) {
  const kept = await copy(address);
  if (isPageOfVersion && kept) return kept;
  return await fetch(request).catch(() => kept ?? Response.error());
}

async function copy(address) {
  return await (await caches.open(SHELL)).match(address, { ignoreVary: true });
}
