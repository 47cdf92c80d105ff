/** A browser without JavaScript, as far as the set-up needs one: it follows redirects, and keeps one cookie. */
import assert from 'node:assert/strict';

export class SetUpBrowser {
  url: string;
  status = 0;
  text = '';
  headers = new Headers();
  cookie = '';

  constructor(url: string) {
    this.url = url;
  }

  open(path = ''): Promise<this> {
    return this.#ask(new URL(path, this.url).href, {});
  }

  /** Sends the form of this page. */
  send(fields: Record<string, string> | FormData, headers: Record<string, string> = {}): Promise<this> {
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
    return this.#ask(this.url, { method: 'POST', body, headers: { 'sec-fetch-site': 'same-origin', ...headers } });
  }

  async #ask(url: string, init: RequestInit): Promise<this> {
    const cookie = this.cookie === '' ? {} : { cookie: this.cookie };
    const answer = await fetch(url, { ...init, headers: { ...init.headers, ...cookie }, redirect: 'manual' });
    this.cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? this.cookie;
    const location = answer.headers.get('location');
    if (location !== null) {
      this.headers = answer.headers;
      await answer.arrayBuffer();
      return this.open(new URL(location, url).href);
    }
    Object.assign(this, { url, status: answer.status, text: await answer.text() });
    if (init.method === undefined && this.status === 200) assert.match(this.text, /<h1>/);
    return this;
  }
}

export const typedShop = {
  domain: 'https://www.Tea-Shop.example/',
  name: 'Tea & Time',
  email: 'owner@tea-shop.example',
  password: 'correct horse battery',
};
