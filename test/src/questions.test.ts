import '../../src/all.ts';
import {
  TestProxy,
  answer,
  button,
  equal,
  find,
  findAll,
  listOf,
  mountReady,
  newSku,
  ok,
  question,
  questions,
  text,
  until,
} from './support.ts';

describe('questions', () => {
  it('are those of the product, without a sku those of the business', async () => {
    const proxy = new TestProxy();
    const element = await mountReady('plaudit-questions', proxy, { sku: 'MUG' });
    equal(proxy.asked('product/questions')[0]!.query, { sku: 'MUG', count: '10' });
    element.sku = null;
    await until(() => proxy.asked('questions').length === 1);
    equal(proxy.asked('questions')[0]!.query, { count: '10' });
    await until(() => findAll(element, 'article').length === 10);
  });

  it('show the answer that helped most, and the others behind a disclosure', async () => {
    const answers = [answer(1, 'I think so.', 1), answer(2, 'Yes, the glaze is tested.', 12), answer(3, 'No idea.')];
    const element = await mountReady(
      'plaudit-questions',
      new TestProxy({ 'product/questions': listOf('questions', [question(1, { answers, sum_votes: 5 })]) }),
      { sku: 'MUG' },
    );
    const [first] = findAll(element, 'article > ul > li');
    ok(/Yes, the glaze.*/.test(first!.textContent) && /12 votes/.test(first!.textContent), first!.textContent);
    const details = find<HTMLDetailsElement>(element, 'details');
    equal([details.open, find(element, 'summary').textContent], [false, '2 more answers']);
    ok(/asked by Eve B\..*5 votes/.test(text(element)), text(element));
  });

  it('are thanked for by what has the focus, and by nothing beside it that it would talk over', async () => {
    const proxy = new TestProxy({
      'product/questions': () => ({ questions: [question(1)], total: 1, count: 1, start: 0, can_ask: true }),
    }).on('product/questions/add', () => ({}));
    const element = await mountReady('plaudit-questions', proxy, { sku: 'MUG' });
    button(element, /^Ask a question/).click();
    const dialog = await until(() => element.shadowRoot!.querySelector<HTMLDialogElement>('dialog[open]'));
    dialog.querySelector('textarea')!.value = 'Is it heavy?';
    button(element, /^Send/).click();
    await until(() => /on its way/.test(dialog.textContent!));
    equal(element.shadowRoot!.activeElement?.textContent, dialog.querySelector('h2')!.textContent);
    equal(dialog.querySelectorAll('[role=status]').length, 0);
    equal(
      [...dialog.querySelectorAll('button')].map(({ textContent }) => textContent),
      ['Close'],
    );
  });

  it('leave the focus in the element where the first of them takes the place of the button that asked it', async () => {
    let sent = false;
    const proxy = new TestProxy({
      'product/questions': () => {
        const questions = sent ? [question(1)] : [];
        return { questions, total: questions.length, count: 1, start: 0, can_ask: true };
      },
    }).on('product/questions/add', () => ((sent = true), {}));
    const element = await mountReady('plaudit-questions', proxy, { sku: newSku() });
    button(element, /^Ask a question/).click();
    const dialog = await until(() => element.shadowRoot!.querySelector<HTMLDialogElement>('dialog[open]'));
    dialog.querySelector('textarea')!.value = 'Is it heavy?';
    button(element, /^Send/).click();
    await until(() => /on its way/.test(dialog.textContent!) && findAll(element, 'article').length === 1);
    button(element, /^Close/).click();
    await until(() => !dialog.isConnected);
    equal(element.shadowRoot!.activeElement?.textContent, 'Ask a question');
  });

  it('fold long answers until a shopper unfolds one', async () => {
    const answers = [answer(1, 'long '.repeat(1000), 2), answer(2, 'line\n'.repeat(30), 1), answer(3, 'Short.')];
    const element = await mountReady(
      'plaudit-questions',
      new TestProxy({ 'product/questions': listOf('questions', [question(1, { answers })]) }),
      { sku: 'MUG' },
    );
    equal(
      findAll(element, '.content').map((each) => each.classList.contains('folded')),
      [true, true, false],
    );
    const height = find(element, '.content').offsetHeight;
    button(element, /Read more/).click();
    await until(() => find(element, '.content').offsetHeight > height * 2);
    equal(
      findAll(element, '.content').map((each) => each.classList.contains('folded')),
      [false, true, false],
    );
    button(element, /Read less/).click();
    await until(() => find(element, '.content').offsetHeight === height);
  });

  it('answered by the shop say that it is the shop', async () => {
    const answers = [{ ...answer(1, 'It is stoneware.', 9), by_business: true as const }, answer(2, 'I think so.')];
    const element = await mountReady(
      'plaudit-questions',
      new TestProxy({ 'product/questions': listOf('questions', [question(1, { answers })]) }),
      { sku: 'S' },
    );
    equal(
      findAll(element, '.answer').map((one) => /From the shop/.test(one.textContent)),
      [true, false],
    );
  });

  it('of the business have answers with a plain number of votes', async () => {
    const { num_positive_votes: _, num_negative_votes: __, ...plain } = answer(1, 'Every day.');
    const element = await mountReady(
      'plaudit-questions',
      new TestProxy({ questions: listOf('questions', [{ ...question(1), answers: [{ ...plain, num_votes: 7 }] }]) }),
    );
    ok(/Every day\./.test(text(element)) && /7 votes/.test(text(element)), text(element));
  });

  it('say so where nobody has answered', async () => {
    const element = await mountReady(
      'plaudit-questions',
      new TestProxy({ questions: listOf('questions', [question(1, { answers: [] })]) }),
    );
    ok(/Nobody has answered yet/.test(text(element)), text(element));
  });

  it('are not counted below where all are on show', async () => {
    const element = await mountReady(
      'plaudit-questions',
      new TestProxy({ questions: listOf('questions', questions(1)) }),
    );
    equal(find(element, '.foot').textContent.trim(), '');
  });

  it('come page by page, and the focus goes on with the first new one', async () => {
    const element = await mountReady(
      'plaudit-questions',
      new TestProxy({ questions: listOf('questions', questions(12)) }),
    );
    button(element, /Show more questions/).click();
    await until(() => findAll(element, 'article').length === 12);
    await until(() => element.shadowRoot!.activeElement === findAll(element, 'article')[10]);
    ok(/12 of 12 questions/.test(text(element)), text(element));
  });
});
