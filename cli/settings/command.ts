import type { Flags, Settings } from './settings.ts';

export interface Command<Declared extends Flags = Flags> {
  /** The words after `plaudit`. */
  readonly name: string;
  readonly summary: string;
  readonly flags: Declared;
  /** Variables that have no flag, such as secrets: name → meaning. */
  readonly environment?: Readonly<Record<string, string>>;
  run(settings: Settings<Declared>, env: NodeJS.ProcessEnv): Promise<void>;
}

/** Declares a command; its `run` gets the settings that its flags describe. */
export function command<const Declared extends Flags>(declared: Command<Declared>): Command {
  return declared as unknown as Command;
}
