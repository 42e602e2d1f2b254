// Every change is kept in this browser at once, and then on the disk by the server.
// What the server has stored is forgotten here; the rest is sent again until it is stored.

const AGAIN = 1000; // milliseconds

export class Saving {
  constructor(folder, told, conflicted) {
    this.prefix = `finishline labels ${folder} `;
    this.waiting = new Map(); // photos by name
    this.told = told;
    this.conflicted = conflicted;
    this.isSending = false;
    addEventListener("beforeunload", event => { if (this.waiting.size) event.preventDefault(); });
  }

  // What another visit could not save: the photos, and the labels that they had in this browser.
  kept(photos) {
    return photos.flatMap(photo => {
      const text = this._stored(photo);
      if (!text) return [];
      try {
        return [{photo, ...JSON.parse(text)}];
      } catch {
        this._forget(photo);
        return [];
      }
    });
  }

  keep(photo) {
    try {
      localStorage.setItem(this.prefix + photo.name, JSON.stringify({label: photo.label, before: photo.tag}));
    } catch { /* No room, or forbidden: it is still sent. */ }
    this.waiting.set(photo.name, photo);
    this._tell();
    this._send();
  }

  forget(photo) {
    this.waiting.delete(photo.name);
    this._forget(photo);
    this._tell();
  }

  async _send() {
    if (this.isSending) return;
    this.isSending = true;
    for (const photo of this._due()) await this._sendOne(photo);
    this.isSending = false;
    if (this._due().length) this._send();
  }

  _due() { return [...this.waiting.values()].filter(photo => !photo.isStuck); }

  async _sendOne(photo) {
    const label = photo.label;
    try {
      const answer = await fetch(`api/labels?name=${encodeURIComponent(photo.name)}`, {
        method: "PUT", headers: {"Content-Type": "application/json"}, body: JSON.stringify({label, before: photo.tag}),
      });
      const found = await answer.json();
      if (answer.ok) this._wasStored(photo, label, found.tag);
      else if (answer.status === 409) {
        photo.isStuck = true;
        this.conflicted(photo, found);
      } else await this._later(found.detail);
    } catch {
      await this._later("The server does not answer. Is it still running?");
    }
  }

  _wasStored(photo, label, tag) {
    photo.tag = tag;
    if (photo.label === label) this.forget(photo);
    else this.keep(photo); // what was typed meanwhile belongs to the new tag
  }

  async _later(why) {
    this._tell(why);
    await new Promise(resolve => setTimeout(resolve, AGAIN));
  }

  _tell(why = "") { this.told(this.waiting.size, why); }

  _stored(photo) {
    try { return localStorage.getItem(this.prefix + photo.name); } catch { return null; }
  }

  _forget(photo) {
    try { localStorage.removeItem(this.prefix + photo.name); } catch { /* It could not be kept either. */ }
  }
}
