import { account } from './commands/account/index.ts';
import { backup } from './commands/backup.ts';
import { demo } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
import { move } from './commands/move.ts';
import { products } from './commands/products/index.ts';
import { privacy } from './commands/privacy.ts';
import { proxy } from './commands/proxy.ts';
import { proxyAcceptRemovals } from './commands/proxy/accept-removals.ts';
import { proxyQueue } from './commands/proxy/queue.ts';
import { proxyStatus } from './commands/proxy/status.ts';
import { questions } from './commands/questions.ts';
import { reports } from './commands/reports.ts';
import { requests } from './commands/requests/index.ts';
import { restore } from './commands/restore.ts';
import { reviews } from './commands/reviews/index.ts';
import { service } from './commands/service.ts';
import { start } from './commands/start/index.ts';
import { team } from './commands/team.ts';
import { upgrade } from './commands/upgrade.ts';
import { words } from './commands/words.ts';
import { version } from '../server-kit/version.ts';
import type { Command } from './settings/command.ts';
import { explain } from './settings/failure.ts';
import { secretFilesNote, takeSecretFiles } from './settings/secret-files.ts';
import { outliveReader, printableLines, say } from './settings/printable.ts';
import { environmentName, UsageError } from './settings/settings.ts';

/** A command whose words begin with those of another comes before it. */
export const commands: readonly Command[] = [
  start,
  demo,
  service,
  proxy,
  proxyStatus,
  proxyAcceptRemovals,
  ...proxyQueue,
  ...account,
  ...team,
  ...products,
  ...reports,
  ...questions,
  ...reviews,
  ...requests,
  ...privacy,
  backup,
  restore,
  ...words,
  doctor,
  upgrade,
  move,
];

/** Runs one command. Exit status 0: done; 2: the command line was wrong; 1: it failed. */
export async function main(args: readonly string[]): Promise<void> {
  // Our own code says who may read each file it writes; this is for what libraries write.
  process.umask(0o077);
  outliveReader();
  try {
    await run(args);
  } catch (error) {
    const { line, status } = explain(error);
    process.stderr.write(`plaudit: ${printableLines(line).join('\n')}\n`);
    process.exit(status);
  }
}

async function run(args: readonly string[]): Promise<void> {
  if (args.length === 0 || args[0] === 'help' || args[0] === '--help' || args[0] === '-h')
    return void process.stdout.write(overview(commands));
  if (args[0] === '--version') return say(version);
  const family = familyOf(args);
  if (family.length > 0) return void process.stdout.write(overview(family));
  // `proxy status` is meant rather than `proxy`: the longer one wins.
  const [command] = commands
    .filter(({ name }) => name.split(' ').every((word, at) => args[at] === word))
    .toSorted((one, other) => other.name.length - one.name.length);
  if (!command) {
    const words = commands.some(({ name }) => name.startsWith(`${args[0]} `)) ? 2 : 1;
    throw new UsageError(
      `Unknown command ${JSON.stringify(args.slice(0, words).join(' '))}; 'plaudit help' lists them`,
    );
  }
  const rest = args.slice(command.name.split(' ').length);
  if (rest.some(asksForHelp)) return void process.stdout.write(help(command));
  takeSecretFiles(process.env);
  await command.run(rest, process.env);
}

const asksForHelp = (arg: string): boolean => arg === '--help' || arg === '-h';

/** Where help is asked for with the first words of several commands alone, those; otherwise none. */
function familyOf(args: readonly string[]): readonly Command[] {
  const first = args.slice(0, args.findIndex(asksForHelp)).join(' ');
  const isAsked = args.some(asksForHelp) && commands.every(({ name }) => name !== first);
  return isAsked ? commands.filter(({ name }) => name.startsWith(`${first} `)) : [];
}

function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, purpose }) => `  plaudit ${name.padEnd(width)}  ${purpose}`);
  return [
    "Plaudit: a shop's reviews, on its own pages, in its own hands.",
    lines.join('\n'),
    "'plaudit COMMAND --help' lists the flags of a command; 'plaudit --version' prints the version.\n",
  ].join('\n\n');
}

function help(command: Command): string {
  const flags = Object.entries(command.flags).map(([name, flag]) => {
    const value = flag.value === undefined ? '' : ` ${flag.value}`;
    const note = flag.required ? ' (required)' : flag.default === undefined ? '' : ` (default: ${flag.default})`;
    const variable = flag.isPerson ? '' : `; ${environmentName(name)}`;
    return `  --${name}${value}\n      ${flag.help}${note}${variable}\n`;
  });
  const environment = Object.entries(command.environment ?? {}).map(
    ([name, meaning]) => `  ${name}\n      ${meaning}\n`,
  );
  const secrets = environment.length > 0 ? `\nFrom the environment alone:\n${environment.join('')}` : '';
  return `plaudit ${command.name}: ${command.purpose}\n\n${flags.join('')}${secrets}${secretFilesNote(command)}`;
}
