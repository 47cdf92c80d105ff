/** The fields under which the pictures of a review travel: `image{n}` with `caption{n}`, in the order of their numbers. */
export const isImageField = (name: string): boolean => /^image\d{1,3}$/.test(name);
export const isCaptionField = (name: string): boolean => /^caption\d{1,3}$/.test(name);

export const byNumber = (one: { readonly field: string }, other: { readonly field: string }): number => numberOf(one.field) - numberOf(other.field);

const numberOf = (field: string): number => Number(/\d*$/.exec(field)![0]);
