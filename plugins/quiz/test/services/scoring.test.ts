import { expect } from 'lectern/testing';
import { scoreOf } from '../../services/scoring.ts';

const questions = [
  { id: '1', answer: 1, points: 1 },
  { id: '2', answer: 2, points: 2 },
];

describe('scoreOf', () => {
  it('adds the points of the right answers', () => {
    expect(scoreOf(questions, { 1: 1, 2: 2 }, 60)).to.deep.equal({ score: 3, maxScore: 3, passed: true });
    expect(scoreOf(questions, { 1: 2, 2: 2 }, 60)).to.deep.equal({ score: 2, maxScore: 3, passed: true });
    expect(scoreOf(questions, {}, 60)).to.deep.equal({ score: 0, maxScore: 3, passed: false });
  });

  it('passes a score of exactly the percentage', () => {
    expect(scoreOf(questions, { 2: 2 }, 66).passed).to.equal(true);
    expect(scoreOf(questions, { 2: 2 }, 67).passed).to.equal(false);
    expect(scoreOf([{ id: '1', answer: 1, points: 1 }], { 1: 1 }, 100).passed).to.equal(true);
  });

  it('ignores answers to other questions', () => {
    expect(scoreOf(questions, { 3: 1 }, 60).score).to.equal(0);
  });
});
