/** Longer than any of these answers takes, shorter than a person notices. */
const evenMs = 150;

/**
 * Answers, or refuses, after the same time whatever was found, so that a stop watch tells nobody which addresses have an
 * account (a known one costs a few statements more than an unknown one).
 */
export async function answerEvenly<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const isOver = new Promise((resolve) => setTimeout(resolve, evenMs));
  try {
    return await work();
  } finally {
    await isOver;
  }
}
