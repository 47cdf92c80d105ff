import { refuseParameter } from '../../contract/endpoints/errors.ts';
import { valueOf, type RawParameters } from '../../contract/endpoints/read-parameters.ts';
import { typedText } from '../../contract/entities/typed-text.ts';
import { firstWords } from '../../server-kit/titles.ts';

/**
 * The fields of a review; where it has no title, with the first words of its text as one. The API asks for a title,
 * and many people have none to give.
 * @throws ApiError `parameterMissing` where there is no text either.
 */
export function withTitle<Fields extends RawParameters>(fields: Fields): Fields & { readonly title: string } {
  const title = valueOf(fields, 'title') ?? '';
  if (typedText(title) !== '') return { ...fields, title };
  const content = valueOf(fields, 'content') ?? '';
  if (typedText(content) === '') throw refuseParameter('parameterMissing', 'content', 'is missing');
  return { ...fields, title: firstWords(content) };
}
