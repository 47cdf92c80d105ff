// Stands in for a proxy on the pages of the documentation: reads are answered from answers.json, which real answers
// were recorded to when the site was built. Writes are answered as by a proxy that cannot deliver them yet, and
// go nowhere.
{
  const shop = new URL('.', document.currentScript.src).href;
  const { fetch } = globalThis;
  const answers = fetch(`${shop}answers.json`)
    .then((answer) => answer.text())
    .then((text) => JSON.parse(text.replaceAll('https://pictures.example/', shop)));
  const ok = { status: 'OK', success: true };

  globalThis.fetch = async (input, init = {}) => {
    const url = new URL(input.url ?? input, document.baseURI);
    if (!url.href.startsWith(`${shop}v1/`)) return fetch(input, init);
    const question = `/${url.href.slice(`${shop}v1/`.length)}`;
    const recorded = await answers;
    init.signal?.throwIfAborted();
    if (init.method === 'POST') {
      const review = question.endsWith('/product/reviews/add') ? { product_review: null } : {};
      return Response.json({ ...ok, ...review, queued: true }, { status: 202 });
    }
    if (question === '/partners/-/edit-link/get')
      return Response.json({ ...ok, link: 'https://your-shop.example/edit' });
    if (question in recorded) return Response.json(recorded[question]);
    const errorReason = 'This is not among the answers that were recorded for the documentation';
    return Response.json({ status: 'ERROR', success: false, errorCode: 503, errorReason }, { status: 503 });
  };
}
