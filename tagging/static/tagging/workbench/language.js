// The language of the page. The server chooses it by a cookie, else by what the browser accepts.
import { LANGUAGE } from "./texts.js";

const NAME = "language";
const KEPT_FOR = 365 * 24 * 3600; // seconds

/** Load the page again in the language that the tagger has chosen, if it is another one; empty: the browser's. */
export function follow(language) {
  if (language === undefined || language === kept()) return;
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  const age = language ? KEPT_FOR : 0;
  document.cookie = `${NAME}=${language}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
  const isKept = language === kept(); // a browser that keeps no cookies would load it without end
  if (isKept && language !== LANGUAGE) window.location.reload();
}

function kept() {
  return /(?:^|; )language=([^;]*)/.exec(document.cookie)?.[1] ?? "";
}
