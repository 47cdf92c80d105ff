import type { User } from './entities.ts';

/** A user of unknown identity; at most the name is known. */
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
