/** A browser without JavaScript at the console: it keeps cookies, and follows where answers lead. */
import { password } from './review-service.ts';

export interface Sent {
  readonly headers?: Record<string, string>;
  /** False stops at an answer that leads elsewhere. */
  readonly follow?: boolean;
}

export class ConsoleBrowser {
  readonly #origin: string;
  readonly cookies = new Map<string, string>();
  /** The path, with its query. */
  path = '';
  status = 0;
  text = '';
  headers = new Headers();

  constructor(url: string) {
    this.#origin = new URL(url).origin;
  }

  open(path: string, { headers = {}, follow = true }: Sent = {}): Promise<this> {
    return this.#ask(path, { headers }, follow);
  }

  /** Sends a form of this console, as its pages do. */
  send(
    path: string,
    fields: Record<string, string> | FormData = {},
    { headers, follow = true }: Sent = {},
  ): Promise<this> {
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
    return this.#ask(path, { method: 'POST', body, headers: headers ?? { 'sec-fetch-site': 'same-origin' } }, follow);
  }

  signIn(email: string, secret = password, next = ''): Promise<this> {
    return this.send(`/console/sign-in${next === '' ? '' : `?next=${encodeURIComponent(next)}`}`, {
      email,
      password: secret,
    });
  }

  get location(): string | null {
    return this.headers.get('location');
  }

  async #ask(path: string, init: RequestInit, follow: boolean): Promise<this> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as Record<string, string>), ...(cookie === '' ? {} : { cookie }) };
    const answer = await fetch(new URL(path, this.#origin), { ...init, headers, redirect: 'manual' });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(set) ?? [];
      if (/max-age=0/i.test(set)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    Object.assign(this, { path, status: answer.status, headers: answer.headers, text: await answer.text() });
    return follow && this.location !== null ? this.open(this.location) : this;
  }
}
