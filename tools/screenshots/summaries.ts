/** What a language model might have written of the demo's mug, since the demo runs none. */
import type { Summary } from '../../contract/digest.ts';

const texts: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Most reviewers like how the glaze looks and that the mug keeps its colour in the dishwasher.',
    'Many say that the handle has room for three fingers and stays cool.',
    'Some would have liked it larger, and a few mugs arrived chipped.',
  ],
  de: [
    'Den meisten gefällt die Glasur, die auch in der Spülmaschine ihre Farbe behält.',
    'Viele schreiben, dass der Henkel Platz für drei Finger hat und kühl bleibt.',
    'Manche hätten den Becher gern größer, und einige kamen mit abgeplatztem Rand an.',
  ],
  ja: [
    '釉薬の色合いが美しく、食洗機で洗っても色あせないという声が多くあります。',
    '取っ手は指が3本入り、熱くならないと評価されています。',
    '一方で、もう少し大きいほうがよいという意見や、届いたときに欠けていたという報告もあります。',
  ],
  ar: [
    'أعجب معظمَ المشترين لونُ الطلاء الذي يبقى كما هو في غسالة الأطباق.',
    'يقول كثيرون إن المقبض يتسع لثلاث أصابع ويظل باردًا.',
    'تمنى بعضهم لو كان الكوب أكبر، ووصل عدد قليل من الأكواب مكسور الحافة.',
  ],
};
/** The reviews that each sentence rests on; nobody follows the links in a picture. */
const reviewIds = [
  [1, 2, 3],
  [4, 2],
  [5, 6, 7, 8],
];

export const summaries: readonly Summary[] = Object.entries(texts).map(([language, sentences]) => ({
  language,
  reviews: 42,
  sentences: sentences.map((text, index) => ({ text, review_ids: reviewIds[index]! })),
}));
