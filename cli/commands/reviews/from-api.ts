/** `plaudit reviews import --from-api URL`: a business from another server that speaks the API. */
import { Progress } from '../../files/progress.ts';
import { Failure } from '../../settings/failure.ts';
import { printable, say } from '../../settings/printable.ts';
import { UsageError } from '../../settings/settings.ts';
import type { LocationSettings } from '../../settings/flags.ts';
import { withDatabase, type Programs } from '../account/database.ts';

type Outcome = Awaited<ReturnType<Programs['importFromApiByCommand']>>;

/** The account there. */
export const accountEnvironment = {
  PLAUDIT_CLIENT_TOKEN: 'with --from-api: the client token at the API',
  PLAUDIT_EMAIL: 'with --from-api: the account there, a user that nothing else logs in as',
  PLAUDIT_PASSWORD: 'with --from-api: its password',
} as const;

function readAccount(env: NodeJS.ProcessEnv) {
  const named = (name: keyof typeof accountEnvironment): string => {
    const value = env[name];
    if (!value) throw new UsageError(`${name} is not set: --from-api needs it`);
    return value;
  };
  return {
    clientToken: named('PLAUDIT_CLIENT_TOKEN'),
    email: named('PLAUDIT_EMAIL'),
    password: named('PLAUDIT_PASSWORD'),
  };
}

export interface FromApi {
  readonly upstream: string;
  readonly calls: number;
  readonly business: string;
}

/** How often it is said how far the import is, which may wait for minutes. */
const TICK_MS = 1_000;

/** @returns what came of it. */
export async function importFromApi(
  settings: LocationSettings,
  env: NodeJS.ProcessEnv,
  { upstream, calls, business }: FromApi,
): Promise<Outcome> {
  const account = { upstream: upstream.replace(/\/$/, ''), ...readAccount(env) };
  const stop = new AbortController();
  const onSignal = (): void => (stop.signal.aborted ? process.exit(130) : stop.abort());
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  const progress = new Progress(null, 'reviews');
  let taken = 0;
  let tick: NodeJS.Timeout | undefined;
  let outcome: Outcome | undefined;
  try {
    await withDatabase(settings, async (db, programs) => {
      outcome = await programs
        .importFromApiByCommand(db, business, account, {
          calls,
          signal: stop.signal,
          onRefused: (line, reason) =>
            progress.above(() => process.stderr.write(`${printable(`review ${line}: ${reason}`)}\n`)),
          onStored: ({ added, changed, already, refused }) => {
            taken = added + changed + already + refused;
          },
          onBegun: (running) => {
            const show = async (): Promise<void> => {
              const toGo = inWords(await running.secondsToGo());
              progress.show(taken, `, ${toGo} to go${running.trouble === null ? '' : `; ${running.trouble}`}`);
            };
            // It also keeps the program alive while all that it does is to wait.
            tick = setInterval(() => void show().catch(() => {}), TICK_MS);
          },
        })
        .catch((error: unknown) => {
          if (error instanceof programs.ImportStopped)
            throw new Failure(`${error.message}. What was taken stays, and the same command again goes on from there`);
          throw error;
        })
        .finally(() => clearInterval(tick));
    });
  } finally {
    progress.clear();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
  for (const line of outcome!.compared.map(describe)) say(line);
  if (outcome!.compared.some(({ setAside }) => setAside > 0)) process.exitCode = 1;
  return outcome!;
}

function describe({ kind, read, here, published, renumbered, setAside }: Outcome['compared'][number]): string {
  const counted = published && `; published by its own count: ${published.there} there, ${published.here} here`;
  const others = renumbered === 0 ? '' : `; with another number here, since theirs was taken: ${renumbered}`;
  const what = kind === 'reviews' ? 'reviews of the shop' : kind;
  const where = kind === 'products' ? 'in the catalogue here' : 'here';
  const aside = setAside === 0 ? '' : `; set aside: ${setAside}`;
  return `${what}: ${read} there, ${here} ${where}${counted ?? ''}${others}${aside}`;
}

function inWords(seconds: number): string {
  if (seconds < 90) return `about ${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `about ${minutes} min` : `about ${Math.round(minutes / 60)} h`;
}
