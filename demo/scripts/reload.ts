/** Only in `npm run dev`: reloads the page when something that it shows has been rebuilt. */
const LOOK_EVERY_MS = 500;

async function lastBuild(): Promise<string | null> {
  const answer = await fetch('/built.txt', { cache: 'no-store' });
  return answer.ok ? answer.text() : null;
}

const shown = await lastBuild();
setInterval(() => {
  // Between two starts nobody answers.
  lastBuild().then((built) => { if (built !== null && built !== shown) location.reload(); }, () => {});
}, LOOK_EVERY_MS);

export {};
