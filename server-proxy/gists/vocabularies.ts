/**
 * What it takes to find the words of a language that mean something: its stems, and the words that say nothing by
 * themselves. In a language that is not here, the words of a review are not counted.
 */
import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stopwords as arabicWords } from '@orama/stopwords/arabic';
import { stopwords as dutchWords } from '@orama/stopwords/dutch';
import { stopwords as englishWords } from '@orama/stopwords/english';
import { stopwords as frenchWords } from '@orama/stopwords/french';
import { stopwords as germanWords } from '@orama/stopwords/german';
import { stopwords as italianWords } from '@orama/stopwords/italian';
import { stopwords as japaneseWords } from '@orama/stopwords/japanese';
import { stopwords as portugueseWords } from '@orama/stopwords/portuguese';
import { stopwords as spanishWords } from '@orama/stopwords/spanish';

export interface Vocabulary {
  /** Of a word in lower case. */
  stem(word: string): string;
  /** In lower case. */
  readonly empty: ReadonlySet<string>;
  /** How long a word has to be to mean something, in UTF-16 code units. */
  readonly shortest: number;
  /** Which part of `l’anse` or `don’t` is the word. */
  readonly apostrophe: 'before' | 'after';
  /** For a language that puts no spaces between words. */
  readonly segmenter: Intl.Segmenter | null;
}

const asItIs = (word: string): string => word;
const words = (list: string): string[] => list.split(' ');

/** No stemmer that is looked after knows Polish. */
const polishWords = words(
  'ale albo ani bardzo bez bo by być był była było były będzie będą chyba choć ci ciebie co coś czy czyli dla ' +
    'dlatego do dzięki gdy gdzie go i ich ile im inne inny innych iż ja jak jaki jakie jako je jednak jednym jego ' +
    'jej jest jestem jeszcze jeśli jeżeli już każdy kiedy kilka kto która które którego której który których ' +
    'którym lub ma mam mamy mi mimo mnie mną moja moje może można mój mu my na nad nam nami nas nasz nawet nic ' +
    'nich nie nim niż no o od oraz po pod ponieważ poza przed przez przy raz również są się skąd sobie swoje ta ' +
    'tak taka taki takie także tam te tego tej ten też to tobie tu tutaj twój ty tych tylko tym u w we więc ' +
    'wszystko wszystkie właśnie z za zawsze ze że żeby',
);

/** Praise, blame and buying, which every review may speak of. */
const ofReviews: Readonly<Record<string, string>> = {
  en:
    'good great nice excellent perfect best better bad amazing awesome love loved loves like liked really very much ' +
    'well buy bought buying purchase purchased product item order ordered recommend recommended would happy pleased ' +
    'satisfied use used using get got one also just even still quite bit lot thing things time everything anything ' +
    'work works worked make makes made now every came come comes goes going went wrote way put take took see saw say ' +
    'said think know first second since star stars review',
  de:
    'gut gute guter gutes sehr super toll tolle tolles perfekt bestens besser schlecht schön schöne gekauft kaufen ' +
    'kauf produkt artikel bestellt bestellen empfehlen empfehlenswert empfehlung zufrieden immer wieder einfach ' +
    'wirklich leider mal ganz alles etwas schon gerne jederzeit macht',
  fr:
    'bon bonne bons très bien super parfait parfaite excellent excellente meilleur mauvais beau belle acheté achat ' +
    'acheter produit article commande commandé recommande recommander content contente satisfait satisfaite ravi ' +
    'ravie vraiment plus tout fait faire peu trop encore toujours',
  es:
    'bueno buena buenos buenas muy bien excelente perfecto perfecta mejor malo mala compra comprado comprar compré ' +
    'producto artículo pedido recomiendo recomendable contento contenta satisfecho satisfecha encanta genial todo ' +
    'hace siempre',
  it:
    'buono buona buoni ottimo ottima molto bene perfetto perfetta eccellente migliore bello bella comprato acquisto ' +
    'acquistato prodotto articolo ordine ordinato consiglio consigliato contento contenta soddisfatto soddisfatta ' +
    'davvero tutto sempre',
  nl:
    'goed goede heel erg mooi mooie prima top perfect uitstekend beter slecht gekocht kopen aankoop product artikel ' +
    'besteld bestellen aanrader tevreden blij echt altijd alles gewoon maakt',
  pl:
    'dobry dobra dobre dobrze świetny świetna świetne super polecam produkt produktu zakup zakupu kupić kupiłam ' +
    'kupiłem zamówienie zadowolona zadowolony jakość idealny idealna',
  pt:
    'bom boa bons boas muito ótimo ótima bem excelente perfeito perfeita melhor mau má compra comprei comprado ' +
    'comprar produto artigo encomenda recomendo satisfeito satisfeita contente gostei adorei tudo sempre',
  ar: 'جيد جيدة ممتاز ممتازة رائع رائعة جدا المنتج منتج اشتريت شراء أنصح انصح طلبت سعيد',
  ja: '良い いい 良かっ とても 商品 購入 購入し 買い 買っ 満足 おすすめ 思い 思う 使っ 使い する した して ます です',
};

const vocabulary = (
  language: string,
  empty: readonly string[],
  stem: (word: string) => string,
  rest: Partial<Vocabulary> = {},
): [string, Vocabulary] => [
  language,
  {
    stem,
    empty: new Set([...empty, ...words(ofReviews[language]!)].map((word) => word.toLowerCase().replaceAll('’', "'"))),
    shortest: 3,
    apostrophe: 'before',
    segmenter: null,
    ...rest,
  },
];

/** By primary subtag. */
export const vocabularies: ReadonlyMap<string, Vocabulary> = new Map([
  vocabulary('en', englishWords, english),
  vocabulary('de', germanWords, german),
  vocabulary('fr', frenchWords, french, { apostrophe: 'after' }),
  vocabulary('es', spanishWords, spanish),
  vocabulary('it', italianWords, italian, { apostrophe: 'after' }),
  vocabulary('nl', dutchWords, dutch),
  vocabulary('pl', polishWords, asItIs),
  vocabulary('pt', portugueseWords, portuguese),
  vocabulary('ar', arabicWords, arabic),
  vocabulary('ja', japaneseWords, asItIs, {
    shortest: 2,
    segmenter: new Intl.Segmenter('ja', { granularity: 'word' }),
  }),
]);
