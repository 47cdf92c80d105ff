const css = String.raw;

/** Styles of the guide, for where the form is narrow. */
export const guideStyles: string = css`
  .guide {
    display: none;
  }
  progress.guide {
    width: 100%;
    height: 0.35em;
  }
  p.guide {
    gap: 0.15em;
    font-size: 1.125em;
    font-weight: 600;
  }
  p.guide small {
    font-size: 0.78em;
    font-weight: 400;
    color: var(--muted);
  }
  .guide .button {
    flex: 1;
    justify-content: center;
    min-height: 3.2em;
    font-size: 0.9375em;
  }
  .guide .next {
    flex: 2;
  }
  [hidden] {
    display: none;
  }
  @container (width < 30em) {
    .guide {
      display: grid;
    }
    .guide.row {
      display: flex;
    }
    @media (prefers-reduced-motion: no-preference) {
      .now {
        animation: plaudit-question 0.15s ease-out;
      }
    }
  }
  @keyframes plaudit-question {
    from {
      opacity: 0;
      translate: 0 0.35em;
    }
  }
`;
