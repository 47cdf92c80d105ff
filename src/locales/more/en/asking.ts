/** Texts of the dialog for asking and answering. */
export const asking = {
  askTitle: 'Ask a question',
  answerTitle: 'Answer this question',
  yourQuestion: 'Your question',
  yourAnswer: 'Your answer',
  yourName: 'Your name',
  askNeed: 'Please write a question.',
  answerNeed: 'Please write an answer.',
  already: 'Is it answered here already?',
  answeredBy: 'Answer by {name}',
  fromReview: 'From a review by {name}',
  askSend: 'Send question',
  answerSend: 'Send answer',
  askSent: 'Thank you! Your question is on its way.',
  answerSent: 'Thank you! Your answer is on its way.',
  notSent: 'It could not be sent. What you wrote is kept; please try again.',
  cancelAsking: 'Cancel',
};
