/** `gid://shopify/Product/555` is 555. */
export const withoutGid = (id: string): string => /^gid:\/\/shopify\/\w{1,40}\/(\d{1,20})$/.exec(id)?.[1] ?? id;
