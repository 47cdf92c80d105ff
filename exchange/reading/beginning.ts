/** Enough for the first line of any file, and for the first product of an XML or JSON file. In UTF-16 code units. */
const BEGINNING = 65_536;

/** The beginning of a text, and the whole of it, which is read once. */
export async function readBeginning(
  text: AsyncGenerator<string>,
): Promise<{ beginning: string; whole: AsyncGenerator<string> }> {
  let beginning = '';
  while (beginning.length < BEGINNING) {
    const { done, value } = await text.next();
    if (done) break;
    beginning += value;
  }
  const whole = async function* (): AsyncGenerator<string> {
    yield beginning;
    yield* text;
  };
  return { beginning: beginning.slice(0, BEGINNING), whole: whole() };
}
