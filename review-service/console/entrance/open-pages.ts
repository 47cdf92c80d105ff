/** Pages of the console for whoever is not signed in yet. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readForm } from '../../../server-kit/http/form.ts';
import type { Service } from '../../context.ts';
import { html } from '../../letters/html.ts';
import { addressIn } from '../frame/base.ts';
import { aroundOf, send } from '../frame/guard.ts';
import type { Answer, PageCall, Shown } from '../frame/page.ts';

export interface OpenCall extends Pick<PageCall, 'request' | 'params' | 'query' | 'form' | 'at'> {
  /** For headers. */
  readonly reply: FastifyReply;
}

export type DeclareOpenPage = (
  method: 'GET' | 'POST',
  path: string,
  handler: (call: OpenCall) => Promise<Answer> | Answer,
) => void;

/** @returns declares such pages, as `guardPages` does those of somebody who is signed in. */
export const openPages =
  (app: FastifyInstance, service: Service): DeclareOpenPage =>
  (method, path, handler) =>
    app.route({
      method,
      url: `/console${path}`,
      handler: async (request, reply) => {
        const { params, query } = request as Pick<OpenCall, 'params' | 'query'>;
        const form = method === 'POST' ? (await readForm(request)).fields : {};
        const call = { request, reply, params, query, form, at: addressIn(service) };
        return send(reply, await handler(call), aroundOf(service, request));
      },
    });

/** A sentence, and where to go on. */
export const endPage = (status: number, title: string, text: string, to: string, label: string): Shown => ({
  status,
  title,
  body: html`<p>${text}</p><p class="after"><a href="${to}">${label}</a></p>`,
});
