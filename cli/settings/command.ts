import { readSettings, type Flags, type Given, type Settings } from './settings.ts';

interface Declaration<Declared extends Flags> {
  /** The words after `plaudit`. */
  readonly name: string;
  readonly purpose: string;
  readonly flags: Declared;
  /** Variables that have no flag, such as secrets: name → meaning. */
  readonly environment?: Readonly<Record<string, string>>;
  /** @param given - the same settings as texts. */
  run(settings: Settings<Declared>, env: NodeJS.ProcessEnv, given: Given): Promise<void>;
}

export interface Command extends Omit<Declaration<Flags>, 'run'> {
  /** @throws UsageError for what is wrong with the arguments. */
  run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void>;
}

/** Declares a command; its `run` gets the settings that its flags describe. */
export const command = <const Declared extends Flags>(declared: Declaration<Declared>): Command => ({
  ...declared,
  run(args, env) {
    const { settings, given } = readSettings(declared.flags, args, env);
    return declared.run(settings, env, given);
  },
});
