import { UsageError } from '../../settings/settings.ts';

/** Of a question (`41`), or of one of its answers (`41/7`), as 'questions list' shows them. */
export function readNumber(value: string): { id: number; answerId: number | undefined } {
  const [, id, answerId] = /^([1-9]\d{0,14})(?:\/([1-9]\d{0,14}))?$/.exec(value) ?? [];
  if (id === undefined)
    throw new UsageError("NUMBER must be that of a question (41) or of an answer (41/7), as 'questions list' shows it");
  return { id: Number(id), answerId: answerId === undefined ? undefined : Number(answerId) };
}
