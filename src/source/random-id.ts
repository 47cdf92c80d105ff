/** `crypto.randomUUID` requires a secure context, but developers also test shops over plain HTTP. */
export const randomId = (): string => crypto.randomUUID?.() ?? String(crypto.getRandomValues(new Uint32Array(4)));
