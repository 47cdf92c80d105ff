/** The demo's page of all mails of the service, as they are written for the demo's shop. */
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../../contract/endpoints/errors.ts';
import { findBusiness, type BusinessRow } from '../../../review-store/content/businesses.ts';
import { findProductBySku, toProduct } from '../../../review-store/products/products.ts';
import type { Service } from '../../context.ts';
import { demoAccess } from '../demo.ts';
import { pictureOf } from '../../images/product-pictures.ts';
import { readLook } from '../../letters/look/look.ts';
import { DARK_MEDIA } from '../../letters/mail/layout.ts';
import { showMail } from '../../letters/mail/shown.ts';
import { withPublicAddress } from '../../letters/mail/sending/message.ts';
import { toMessage } from '../../letters/mail/queue.ts';
import { faceOf } from '../../pages/frame/face.ts';
import { pageHeaders, renderPage } from '../../pages/frame/layout.ts';
import type { InvitedProduct } from '../../letters/requests/invitation.ts';
import { storeOf } from '../../data/tables.ts';
import { catalogues } from '../../letters/wording/index.ts';
import { galleryPage } from './gallery.ts';
import { sampleMails, type SampleShop } from './samples.ts';

const shownSkus = ['DEMO-001', 'DEMO-012', 'DEMO-018'];

export function registerDemoMails(app: FastifyInstance, service: Service): void {
  app.get('/demo/mails', async (_request, reply) => {
    const { shop, business } = await open(service);
    const face = await faceOf(service, business.id);
    const page = galleryPage(shop, catalogues['en']!);
    const headers = pageHeaders(page, face);
    return reply
      .headers({ ...headers, 'content-security-policy': `${headers['content-security-policy']}; frame-src 'self'` })
      .send(renderPage(page, face));
  });

  app.get<MailToShow>('/demo/mails/:mail/:language/:scheme', async (request, reply) => {
    const { language, scheme } = request.params;
    const named = request.params.mail;
    const sample = Object.hasOwn(sampleMails, named) ? sampleMails[named] : undefined;
    const wording = Object.hasOwn(catalogues, language) ? catalogues[language] : undefined;
    if (!sample || !wording || (scheme !== 'light' && scheme !== 'dark')) throw refuse('pathUnknown');
    const { shop, business } = await open(service);
    const written = { business, to: { name: '', address: '' }, language, ...sample.make(shop, wording) };
    const message = toMessage(written, await readLook(service.db, business.id));
    const mail = inScheme(withPublicAddress(message, shop.publicUrl).html, scheme);
    const { headers, content } = showMail(mail, shop.publicUrl);
    return reply.headers(headers).send(content);
  });
}

interface MailToShow {
  Params: { mail: string; language: string; scheme: string };
}

/** As for a reader who prefers this, whatever the browser does. */
const inScheme = (html: string, scheme: 'light' | 'dark'): string =>
  html.replace(DARK_MEDIA, scheme === 'dark' ? '@media all' : '@media not all');

async function open({ db, addresses }: Service): Promise<{ shop: SampleShop; business: BusinessRow }> {
  const business = await findBusiness(storeOf(db), demoAccess.business);
  if (!business) throw refuse('pathUnknown');
  const { name, domain } = business;
  const products: InvitedProduct[] = [];
  for (const sku of shownSkus) {
    const row = await findProductBySku(storeOf(db), business.id, sku);
    if (row) products.push({ sku, title: row.title ?? sku, picture: pictureOf(domain, toProduct(row)) });
  }
  return { shop: { name, domain, products, publicUrl: addresses.publicUrl }, business };
}
