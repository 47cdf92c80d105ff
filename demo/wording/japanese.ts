import { shop } from '../shop.ts';
import type { Wording } from './wording.ts';

export const japanese: Wording = {
  language: 'ja',
  direction: 'ltr',
  name: '日本語',
  root: '/ja',
  frame: {
    skip: '本文へ移動',
    notice: '包装は紙だけで、プラスチックは使いません。60ユーロ以上で送料無料。',
    menu: 'ショップ',
    about: 'お店について',
    basket: 'カート',
  },
  footer: {
    about:
      '食卓と机、ゆったりした朝のために。マーロウのキルン・レーン12番地で、6人と犬のビスケットが作り、選び、包んでいます。',
    shop: { label: 'すべての商品', heading: 'ショップ', everything: 'すべて' },
    house: {
      label: 'お店について',
      heading: 'お店',
      reviews: 'お客さまの声',
      lane: 'キルン・レーン',
      basket: 'カート',
      write: 'お問い合わせ',
      elements: '要素の一覧',
      mails: 'メール',
    },
    hours: { heading: '営業時間', lines: ['水曜日から土曜日、10時から17時まで。', '窯を焚く日は火を落とすまで。'] },
    languages: '言語',
    imaginary:
      `${shop.name} は架空のお店で、商品は販売していません。` +
      'レビューはデモ用のデータで、Plaudit が表示しています。',
  },
  flow: {
    heading: 'このページのしくみ',
    steps: [
      { name: 'SQLite', text: 'デモのレビュー、投票、写真。お使いのディスクのデータフォルダーにあります。' },
      {
        name: 'レビューサービス',
        text: 'このページの次のポートで API に応答します。アカウント、トークン、上限を管理します。',
      },
      {
        name: 'プロキシ',
        text: 'このページを届けました。トークンを預かり、レビューの写しを持ち、公開しない情報を取り除きます。',
      },
      { name: '要素', text: 'script タグひとつ。どの要素も、近づいたときに数キロバイトだけ読み込みます。' },
    ],
    see: '確かめてみる：',
    links: {
      call: 'ここの星のもとになる数字',
      ready: 'プロキシの状態',
      hashes: '各スクリプトのハッシュ',
      elements: '要素を試す',
    },
  },
  snippet: {
    show: 'HTML を表示',
    paste: 'このページにある Plaudit のすべて。スクリプトは一度だけ、タグはそれぞれ表示したい場所に置きます。',
    style: 'スタイルシートには次の指定を。読み込み中に何も動かなくなります。',
    htmlFor: (what) => `HTML：${what}`,
    styleFor: (what) => `CSS：${what}`,
    copy: 'コピー',
    copied: 'コピーしました',
    selected: '選択しました',
  },
  widgets: {
    stars: 'お客さまのレビュー',
    summary: '星ごとに見る、お客さまの評価。',
    reviews: 'お客さまのレビューと写真がここに表示されます。',
    noReviews: 'レビューはまだありません。',
    writeFirst: '最初のレビューを書く',
    form: ['', ' へ送っていただいたレビューも、こちらで掲載します。'],
    questions: 'お客さまの質問とお店の回答がここに表示されます。',
    noQuestions: '質問はまだありません。',
    names: { stars: '星の一行', summary: 'まとめ', form: 'フォーム', reviews: 'レビュー', questions: '質問' },
  },
  card: { now: '現在の価格', was: '元の価格', isNew: '新着', less: (percent) => `${percent}%引き` },
  product: {
    breadcrumb: 'パンくずリスト',
    picture: (title, brand) => `${title}（${brand}）`,
    readReviews: 'レビューを読む',
    addToBasket: 'カートに入れる',
    added: 'カートに入れました。',
    addedMore: 'カートに{n}点あります。',
    lookAtBasket: 'カートを見る',
    promises: ['2〜4日でお届けします', '30日以内なら返品できます', '作り手がいる日は、作り手が包みます'],
    madeBy: (brand) => `作り手：${brand}`,
    article: '品番',
    listedAs: '商品コード',
    reviews: 'お客さまの感想',
    write: 'レビューを書く',
    writeHint: (title) => `「${title}」の感想をお聞かせください。`,
    asked: '寄せられた質問',
    askedAbout: '大きさ、釉薬、食洗機のこと。作り手が答えます。',
    companions: '同じ部屋から',
  },
  categories: { kitchen: 'キッチン', lighting: '照明', desk: 'デスク', garden: 'ガーデン' },
  makers: {
    'Marlow Clay':
      '店の奥にろくろ二台と窯ひとつ。火曜日に挽き、木曜日に釉薬を掛け、週末に焼くので、色がまったく同じになることはありません。',
    'Grain & Grove':
      '兄弟二人と製材所ひとつ、決まりごともひとつ。倒れた木か、倒すほかない木しか使いません。どの品も裏に署名があります。',
  },
  variantLabels: { 'tide-mug': '釉薬', 'supper-bowl': '釉薬' },
  joinTitle: (name, variant) => `${name} ${variant}`,
  products: {
    'DEMO-001': {
      name: 'タイド・マグ',
      variant: 'シーフォーム',
      description:
        '少しずつろくろで挽くストーンウェアのマグ、330 ml。シーフォームの釉薬が縁で錆色に変わります。' +
        '食洗機と電子レンジで使えます。',
    },
    'DEMO-002': {
      name: 'タイド・マグ',
      variant: 'インク',
      description:
        '同じ330 mlのマグに、深いインクブルーの釉薬。どっしりとしていて、長電話のあいだもコーヒーが冷めません。',
    },
    'DEMO-003': {
      name: 'タイド・マグ',
      variant: 'オーツ',
      description: '控えめな一品。素地に斑点のあるオーツ色の釉薬、330 ml、取っ手には親指を置くくぼみ。',
    },
    'DEMO-004': {
      name: 'サパー・ボウル',
      variant: 'オーツ',
      description:
        'パスタにもサラダにもスープにも使える、直径22 cmの浅く広い鉢。きれいに重なり、高台を磨いてあるのでテーブルを傷つけません。',
    },
    'DEMO-005': {
      name: 'サパー・ボウル',
      variant: 'インク',
      description: '直径22 cmのサパー・ボウルのインクブルー。何を盛ってもおいしそうに見えます。',
    },
    'DEMO-006': {
      name: 'スローモーニング・ティーポット',
      description: '容量0.9 L。垂れずに注げて、ステンレスの茶こしはふたと一緒に外せます。',
    },
    'DEMO-007': {
      name: 'ウォルナットのブレッドボード',
      description: 'オイル仕上げのアメリカンウォルナットの一枚板、45×22 cm。裏に汁受けの溝、革ひもで掛けられます。',
    },
  },
};
