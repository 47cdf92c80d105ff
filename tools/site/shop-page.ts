/** A page of a shop, answered from the recording. The scheme comes first, so that a recipe's own rules win over it. */
export const shopPage = (style: string, markup: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Example</title><base target="_blank">
<style data-scheme>:root{color-scheme:light dark}</style>
<style>body{margin:0;padding:1rem;font:1rem/1.5 system-ui,sans-serif}body>*+*{margin-block-start:1.5rem}</style>
<style>${style}</style>
<script src="/shop/recording.js"></script>
<script type="module" src="/shop/plaudit.all.js"></script></head>
<body>${markup}</body></html>`;
