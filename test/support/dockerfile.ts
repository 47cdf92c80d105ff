/** Reads a Dockerfile, and carries its steps out in a plain folder: for machines without Docker. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

interface Step {
  readonly instruction: string;
  readonly rest: string;
}

/** What a container would be started with; paths and the environment are those of the folder. */
export interface Image {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Numbers, as in `10001:10001`. */
  readonly user: { readonly uid: number; readonly gid: number };
  readonly volumes: readonly string[];
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  /** A path of the image in the folder. */
  at(path: string): string;
}

export function readDockerfile(text: string): Step[] {
  return text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, instruction, rest] = /^([A-Z]+) +(.+)$/.exec(line) ?? [];
      if (!instruction) throw new Error(`No instruction of a Dockerfile: ${line}`);
      return { instruction, rest: rest! };
    });
}

/**
 * @param context - the folder that `COPY` copies from.
 * @param root - the folder that stands for the root of the image.
 * @param shims - a folder of programs that stand for those of the base image.
 */
export function buildImage(
  steps: readonly Step[],
  { context, root, shims }: Record<'context' | 'root' | 'shims', string>,
): Image {
  const at = (text: string): string => text.replaceAll(/(?<![\w./])\/(?=(?:opt|data)\b)/g, `${root}/`);
  const env: Record<string, string> = { PATH: `${shims}:${process.env['PATH']}`, HOME: root };
  let cwd = root;
  let user = { uid: 0, gid: 0 };
  const volumes: string[] = [];
  const commands: Record<string, readonly string[]> = {};
  for (const { instruction, rest } of steps) {
    const list = (text: string): string[] => (JSON.parse(text) as string[]).map(at);
    switch (instruction) {
      case 'FROM':
      case 'EXPOSE':
        break;
      case 'ENV':
        for (const [, name, value] of rest.matchAll(/(\w+)=(\S+)/g)) env[name!] = at(value!);
        break;
      case 'WORKDIR':
        cwd = at(rest);
        mkdirSync(cwd, { recursive: true });
        break;
      case 'COPY': {
        const [from, to] = rest.split(' ') as [string, string];
        const [file, ...others] = globSync(from, { cwd: context });
        if (!file || others.length > 0) throw new Error(`COPY ${from} must match one file`);
        copyFileSync(join(context, file), join(cwd, to));
        break;
      }
      case 'RUN':
        execFileSync('sh', ['-euc', at(rest)], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
        break;
      case 'USER': {
        const [uid, gid] = rest.split(':').map(Number) as [number, number];
        user = { uid, gid };
        break;
      }
      case 'VOLUME':
        volumes.push(at(rest));
        break;
      case 'HEALTHCHECK':
        commands[instruction] = list(rest.slice(rest.indexOf(' CMD ') + 5));
        break;
      case 'ENTRYPOINT':
      case 'CMD':
        commands[instruction] = list(rest);
        break;
      default:
        throw new Error(`What does ${instruction} do?`);
    }
  }
  const { ENTRYPOINT: entrypoint = [], CMD: command = [], HEALTHCHECK: healthCheck = [] } = commands;
  return { env, cwd, user, volumes, entrypoint, command, healthCheck, at };
}
