export type Encoding = 'identity' | 'br' | 'gzip';

/** Browsers and caches send a plain list. Where qualities must be weighed, the framework does that. */
export function chooseEncoding(accepted: string): Encoding | 'unclear' {
  if (/[;*]/.test(accepted)) return 'unclear';
  const names = accepted
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : 'identity';
}
