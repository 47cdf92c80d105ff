/** Texts of questions and answers. */
export const questions = {
  questions: { one: '{n} question', other: '{n} questions' },
  noQuestions: 'No questions yet',
  ask: 'Ask a question',
  answer: 'Answer',
  noAnswer: 'Nobody has answered yet.',
  asked: 'asked by {name}',
  votes: { one: '{n} vote', other: '{n} votes' },
  answers: { one: '{n} more answer', other: '{n} more answers' },
  shownQuestions: '{n} of {total} questions',
  moreQuestions: 'Show more questions',
};
