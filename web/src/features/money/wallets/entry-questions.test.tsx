import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aWalletEntry } from "../../../testing/some-data.ts";
import { EntryQuestions } from "./entry-sheet.tsx";
import { EntryQuestionsScreen, type ListedQuestion } from "./entry-questions-screen.tsx";

const user = userEvent.setup({ delay: null });

const anAnswer = {
  id: 1,
  question: "Why so little?",
  askedAt: "2026-03-10T08:00:00.000Z",
  answer: "One bottle came back.",
  answeredAt: "2026-03-11T08:00:00.000Z",
  credit: 3250,
};
const anOpenQuestion: ListedQuestion = {
  id: 7,
  position: 4711,
  entryNo: 1,
  userId: 12,
  fullName: "Ben Naidoo",
  email: "ben.l2@shop.test",
  orderNumber: 10_421,
  orderId: aWalletEntry.orderId,
  kind: "own",
  rateBps: 1500,
  value: 113_043,
  amount: 16_956,
  currency: "ZAR",
  occurredAt: aWalletEntry.occurredAt,
  question: "Why 15%?",
  askedAt: "2026-03-10T08:00:00.000Z",
  answer: null,
  answeredAt: null,
  credit: null,
  answeredByName: null,
  cappedBy: null,
};

describe("the questions of an entry", () => {
  test("shows the answer, and takes another question", async () => {
    const askAboutEntry = vi.fn<FakeProcedure<"wallet", "askAboutEntry">>(() => ({ id: 2 }));
    renderWithApi(<EntryQuestions entry={{ ...aWalletEntry, questions: [anAnswer] }} />, {
      wallet: { askAboutEntry },
    });
    expect(screen.getByText("One bottle came back.")).toBeTruthy();
    expect(screen.getByText("R32.50")).toBeTruthy();

    await user.click(screen.getByRole("button", { name: "Ask about this commission" }));
    await user.click(await screen.findByRole("button", { name: "Send question" }));
    expect(await screen.findByText("Please complete")).toBeTruthy();
    await user.type(screen.getByLabelText(/^Your question/), "And the second one?");
    await user.click(screen.getByRole("button", { name: "Send question" }));

    expect(await screen.findByText("Question sent.")).toBeTruthy();
    expect(askAboutEntry.mock.calls[0]?.[0]).toMatchObject({
      position: 4711,
      entryNo: 1,
      question: "And the second one?",
    });
  });

  test("takes no new question while one is open", () => {
    const waiting = { ...anAnswer, answer: null, answeredAt: null, credit: null };
    renderWithApi(<EntryQuestions entry={{ ...aWalletEntry, questions: [waiting] }} />, {});
    expect(screen.getByText(/We’ll reply by email/)).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("the office's list of questions", () => {
  test("answers a question with credit, and shows that it was already answered", async () => {
    let isAnswered = false;
    const answerQuestion = vi.fn<FakeProcedure<"wallet", "answerQuestion">>(({ id }) => {
      if (isAnswered) throw new Refusal("wallet.question-answered");
      return { id, proposalId: null };
    });
    renderWithApi(
      <EntryQuestionsScreen />,
      {
        wallet: {
          questions: () => ({
            rows: [anOpenQuestion],
            total: 1,
            counts: { open: 1, answered: 0 },
          }),
          answerQuestion,
        },
      },
      { path: "/admin/entry-questions", pattern: "/admin/entry-questions" },
    );
    const open = /^Open the question from Ben Naidoo/;
    await user.click(await screen.findByRole("button", { name: open }));
    const sheet = within(screen.getByRole("dialog", { name: "Question from Ben Naidoo" }));
    expect(sheet.getByText("R1 130.43 × 15% = R169.5645")).toBeTruthy();

    await user.type(sheet.getByLabelText(/^Your answer/), "As agreed.");
    await user.type(sheet.getByLabelText(/^Store credit/), "much");
    await user.click(sheet.getByRole("button", { name: "Send answer" }));
    expect(answerQuestion).not.toHaveBeenCalled();
    await user.clear(sheet.getByLabelText(/^Store credit/));
    await user.type(sheet.getByLabelText(/^Store credit/), "32.50");
    isAnswered = true;
    await user.click(sheet.getByRole("button", { name: "Send answer" }));
    expect(await sheet.findByText("This question has already been answered.")).toBeTruthy();

    isAnswered = false;
    await user.click(sheet.getByRole("button", { name: "Send answer" }));
    expect(await screen.findByText("Answer sent.")).toBeTruthy();
    expect(answerQuestion.mock.calls.at(-1)?.[0]).toMatchObject({
      id: 7,
      answer: "As agreed.",
      credit: 3250,
    });
  });
});
