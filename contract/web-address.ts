/** Whether a URL leads to the web: what others say may as well be `javascript:`, or nothing at all. */
export const isOnTheWeb = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
