/** `crypto.randomUUID` exists in secure contexts alone; shops are still tested over plain http. */
export const randomId = (): string => crypto.randomUUID?.() ?? String(crypto.getRandomValues(new Uint32Array(4)));
