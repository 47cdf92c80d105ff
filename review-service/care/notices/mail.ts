/** The text of a notice, with commands that work as they are printed. */
import { removalReasons } from '../../../contract/removal-reasons.ts';
import { fill } from '../../../contract/texts/texts.ts';
import { quoted } from '../../../server-kit/shell-words.ts';
import type { ReviewName } from '../../../review-store/reviews/review-authors.ts';
import type { MailBlock } from '../../letters/mail/blocks.ts';
import { plainLine, plainName } from '../../letters/mail/plain.ts';
import { formatDay, type Wording } from '../../letters/wording/index.ts';
import { subjectOfReview, type Subject } from '../../data/events.ts';
import { isWhy } from '../../people/holding.ts';
import type { NoticeContent, Said } from './content.ts';

export interface NoticeShop {
  readonly name: string;
  readonly domain: string;
  /** Commands need not name the business then. */
  readonly isOnly: boolean;
  /** The data directory that commands name; null where they find the data without. */
  readonly data: string | null;
  /** A moderator works at the console alone. */
  readonly hasCommands: boolean;
  /** Where it can be decided about, once. */
  readonly linkTo: (about: Subject) => string;
}

/** Of a text that is quoted, in UTF-16 code units: the command shows the rest. */
const LONGEST_QUOTED = 600;

export function noticeMail(
  { name, domain, isOnly, data, hasCommands, linkTo }: NoticeShop,
  content: NoticeContent,
  wording: Wording,
): { subject: string; blocks: readonly MailBlock[] } {
  const shop = plainLine(name);
  const place = data === null ? '' : ` --data ${quoted(data)}`;
  const words = new Words(wording, { business: isOnly ? '' : ` --business ${domain}`, place }, linkTo);
  const { notices, reports: reported, questions: asked, low: lowWords } = wording.mail;
  const { held, reports, low, more } = content;
  const sections = [
    section(notices.count, fill(notices.came, { business: shop }), held.map(words.held), {
      count: more.held,
      list: words.list('reviews list --state held'),
    }),
    section(asked.count, fill(asked.came, { business: shop }), content.questions.map(words.question), {
      count: more.questions,
      list: words.list('questions list'),
    }),
    section(reported.count, fill(reported.came, { business: shop }), reports.map(words.report), {
      count: more.reports,
      list: words.list('reports list'),
    }),
    section(lowWords.count, fill(lowWords.came, { business: shop }), low.map(words.low), {
      count: more.low ?? 0,
      list: words.list('reviews list --state published'),
    }),
  ].filter(({ count }) => count > 0);
  const subject = `${shop}: ${sections.map(({ counted, count }) => counted(count)).join(' · ')}`;
  const whole = sections.flatMap(({ came, items, rest }): MailBlock[] => [
    came,
    ...items.flat(),
    ...(rest.count > 0 ? [reported.more(rest.count), { command: rest.list }] : []),
  ]);
  const told = whole.filter((block) => hasCommands || typeof block === 'string' || !('command' in block));
  const isPrinted = (word: string) =>
    told.some((block) => typeof block === 'object' && 'command' in block && block.command.includes(word));
  const meanings = [
    ...(isPrinted(' TEXT') ? [notices.text] : []),
    ...(isPrinted(' --reason ') ? [fill(notices.reasons, { reasons: quotedReasons })] : []),
  ];
  return { subject, blocks: [{ heading: subject }, ...told, ...meanings] };
}

/** As the command line takes them. */
const quotedReasons = removalReasons.map(quoted).join(', ');

interface Rest {
  readonly count: number;
  readonly list: string;
}

const section = (counted: (count: number) => string, came: string, items: readonly MailBlock[][], rest: Rest) => ({
  counted,
  came,
  items,
  rest,
  count: items.length + rest.count,
});

class Words {
  readonly #wording: Wording;
  /** The ends of commands. */
  readonly #ends: { readonly business: string; readonly place: string };
  readonly #linkTo: NoticeShop['linkTo'];

  constructor(wording: Wording, ends: { business: string; place: string }, linkTo: NoticeShop['linkTo']) {
    this.#wording = wording;
    this.#ends = ends;
    this.#linkTo = linkTo;
  }

  #link(about: Subject): MailBlock {
    return { link: this.#linkTo(about), label: this.#words.open };
  }

  readonly low = ({ review, ...said }: NoticeContent['low'][number]): MailBlock[] => [
    this.#line(fill(this.#words.review, this.#about(said)), said),
    { quote: bounded(said.text) },
    this.#link(subjectOfReview(review)),
    { command: this.#reviews(`reply ${meant(review)} --text TEXT`) },
  ];

  list(command: string, business = this.#ends.business): string {
    return `plaudit ${command}${business}${this.#ends.place}`;
  }

  readonly held = ({ review, why, ...said }: NoticeContent['held'][number]): MailBlock[] => [
    this.#line(fill(this.#words.review, this.#about(said)), said),
    { quote: bounded(said.text) },
    this.#why(why),
    this.#link(subjectOfReview(review)),
    { command: [`show ${meant(review)}`, `publish ${meant(review)}`, hideOf(review)].map(this.#reviews).join('\n') },
  ];

  readonly question = ({ number, answer, why, ...said }: NoticeContent['questions'][number]): MailBlock[] => {
    const { question, answer: answered } = this.#words;
    const name = answer === null ? `${number}` : `${number}/${answer}`;
    // An answer that waits is out of view already.
    const commands = [
      ...(why === null ? [] : [`publish ${name}`]),
      ...(answer === null ? [`answer ${name} --text TEXT`] : []),
      ...(why !== null && answer !== null ? [] : [`hide ${name} --reason spam`]),
    ];
    return [
      this.#line(fill(answer === null ? question : answered, this.#about(said)), said),
      { quote: bounded(said.text) },
      ...(why === null ? [] : [this.#why(why)]),
      this.#link({ subject: 'product question', number }),
      { command: commands.map((command) => this.list(`questions ${command}`)).join('\n') },
    ];
  };

  readonly report = ({ id, reason, message, at, review, said }: NoticeContent['reports'][number]): MailBlock[] => {
    const reasons: Readonly<Record<string, string>> = this.#wording.mail.reports.reasons;
    const why = fill(this.#words.reported, { reason: reasons[reason] ?? reasons['other']! });
    return [
      `${why} · ${formatDay(this.#wording, at)}`,
      ...(message.trim() === '' ? [] : [{ quote: bounded(message) }]),
      this.#line(fill(this.#words.review, this.#about(said)), said),
      { quote: bounded(said.text) },
      this.#link(subjectOfReview(review)),
      {
        command: [
          ...[`show ${meant(review)}`, hideOf(review)].map(this.#reviews),
          this.list(`reports close ${id} --outcome TEXT`, ''),
        ].join('\n'),
      },
    ];
  };

  /** A program may have given a reason of its own. */
  #why(reason: string): string {
    return isWhy(reason) ? this.#words.why[reason] : plainLine(reason);
  }

  get #words(): Wording['mail']['notices'] {
    return this.#wording.mail.notices;
  }

  readonly #reviews = (command: string): string => this.list(`reviews ${command}`);

  #about({ product }: Said): { about: string } {
    if (product === null) return { about: this.#words.shop };
    const sku = plainLine(product.sku, 60);
    return { about: product.title === null ? sku : `${plainLine(product.title)} (${sku})` };
  }

  #line(what: string, { name, at, photos }: Said): string {
    const counted = photos > 0 ? this.#words.photos(photos) : '';
    return [what, plainName(name), formatDay(this.#wording, at), counted].filter((part) => part !== '').join(' · ');
  }
}

/** With its kind, since the other kind may have this number, too, now or later. */
const meant = ({ kind, number }: ReviewName): string => `${number} --${kind === 'product' ? 'product' : 'shop'}`;

const hideOf = (review: ReviewName): string => `hide ${meant(review)} --reason spam`;

function bounded(text: string): string {
  const whole = text.trim();
  return whole.length <= LONGEST_QUOTED ? whole : `${whole.slice(0, LONGEST_QUOTED).toWellFormed().trimEnd()}…`;
}
