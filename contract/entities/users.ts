import type { User } from './entities.ts';

/** A user of whom nothing is known but, at most, the name. */
export const unknownUser: User = {
  username: '',
  firstName: '',
  lastName: '',
  thumbnail: '',
  profilePage: '',
  numReviews: 0,
  numHelpfulVotes: 0,
  email: null,
  user_photo: null,
};
