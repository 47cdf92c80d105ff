import { longReview } from './texts/long-review.ts';
import type { Language } from './texts/kind-texts.ts';
import type { DemoAuthor, DemoReviewImage, ImageKey, Rating } from './types.ts';

/** An image of a review whose picture does not exist, as happens when uploads are lost: it has no file. */
export const missingImage: ImageKey = 'lost-upload';

/** The one text with an e-mail address and a phone number in it: what shoppers are shown must have both masked. */
export const plantedEmail = 'nadia.kessler@mailbox.example';
export const plantedPhone = '+44 7700 900142';

/** Exactly 60 characters without a place to break. */
export const unbreakableWord = 'Sonntagvormittagslieblingsfrühstückskaffeetassenhenkelfreude';

/** A customer who tried to be clever, or whose shop system did. */
const markupAuthor: DemoAuthor = {
  key: 'markup-author',
  username: '<b>bobby</b>',
  firstName: '<script>alert(1)</script>Bobby',
  lastInitial: '<',
  email: 'bobby.tables@post.example',
  location: '"><svg onload=alert(2)>',
  numHelpfulVotes: 3,
};

export interface HardCase {
  /** Counted from the newest review of DEMO-001: past the first page, and not next to each other. */
  position: number;
  author?: DemoAuthor;
  language?: Language;
  rating: Rating;
  title: string;
  text: string;
  images?: DemoReviewImage[];
}

/** What lists must survive, spread over the reviews of DEMO-001. */
export const hardCases: readonly HardCase[] = [
  {
    position: 12,
    language: 'ar',
    rating: 5,
    title: 'هدية جميلة جدًا ☕',
    text: 'اشتريت كوبين باللون الأخضر البحري، واحدًا لي وواحدًا لأمي. اللون في الحقيقة أجمل من الصور، خصوصًا الحافة بلون الصدأ.\n\nوصل الطلب خلال ستة أيام (Tide Mug, Seafoam – 2 × 24 €) وكان التغليف ممتازًا وبدون بلاستيك. شكرًا لكم!',
  },
  {
    position: 16,
    rating: 5,
    title: '🌊☕💚 obsessed',
    text: 'ok so 😭😭 it arrived and it is SO pretty??? the glaze 🤌🏽 the rim 🤎 my 👩‍👩‍👧 fought over it for like ten minutes 😂 coffee tastes better, that’s science 🧪✨ 10/10 would cry again 🫶🏼🏳️‍🌈',
    images: [{ image: 'seafoam-above', caption: '☕️🌊 = 💚' }],
  },
  {
    position: 21,
    author: markupAuthor,
    rating: 3,
    title: 'Nice mug <script>alert(1)</script>',
    text: 'I like the <b>glaze</b>, but <img src=x onerror="alert(\'mug\')"> the handle is </div></section> small.\n<script>document.title = "mug"</script>\n<a href="javascript:alert(3)">more of my reviews</a> & 330 ml < 400 ml.',
    images: [{ image: 'seafoam-shelf', caption: '"><svg onload=alert(4)> on my <i>shelf</i>' }],
  },
  {
    position: 26,
    language: 'he',
    rating: 5,
    title: 'הספל הכי יפה במטבח',
    text: 'קניתי את הספל (Tide Mug) בצבע Seafoam אחרי חודש של התלבטויות, ואני ממש שמחה. הזיגוג משתנה לפי האור, והידית נוחה. המחיר 24 € – לא זול, אבל שווה כל סנט!',
  },
  {
    position: 31,
    language: 'de',
    rating: 5,
    title: `${unbreakableWord}!`,
    text: `Bei uns heißt sie inzwischen nur noch „die ${unbreakableWord}“, und anders kann man es auch nicht sagen. Henkel, Gewicht, Glasur: alles stimmt.`,
    images: [{ image: 'seafoam-breakfast', caption: unbreakableWord }],
  },
  {
    position: 36,
    rating: 5,
    title: 'Measured, dropped and drunk from: a full report',
    text: longReview,
    images: [
      { image: 'seafoam-rim', caption: 'The tide mark' },
      { image: 'seafoam-bowl', caption: 'To be measured next' },
    ],
  },
  {
    position: 43,
    rating: 4,
    title: 'Photo did not make it',
    text: 'I wanted to show the little cloud in the glaze of mine, but my phone says that the upload failed half way. You have to believe me: it looks like a sheep.',
    images: [
      { image: missingImage, caption: 'The sheep' },
      { image: 'seafoam-window', caption: 'The sheep is on the other side' },
    ],
  },
  {
    position: 50,
    rating: 4,
    title: 'Lovely, but my second one is still missing',
    text: `The mug itself is lovely, the glaze even more so. I had ordered 2 on 14 October (330 ml, 24 euros each) and only one came. If somebody from the shop reads this, please write to ${plantedEmail} or ring me on ${plantedPhone} after six. Number 12, the green door, is where the courier should have gone.`,
  },
  {
    position: 57,
    rating: 2,
    title: '"><svg onload=alert(5)>',
    text: 'Copied from my notes, sorry about the format: {{7*7}} ${7*7} <style>*{display:none}</style> &lt;chipped&gt; &amp; heavy, see \u202Esdrawkcab\u202C. The rim had a chip.',
  },
];
