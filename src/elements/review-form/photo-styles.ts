import { cssText as css } from '../../styles/css-text.ts';

/** Styles of the chosen photos. */
export const photoStyles = css`
  .upload {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0.4em 0.75em;
    padding-block: 0.5em;
  }
  .upload .photo {
    grid-row: span 2;
    width: 5.75em;
    height: 5.75em;
  }
  .upload .button {
    min-width: 44px;
    justify-content: center;
    padding: 0 0.7em;
  }
  .upload label {
    display: grid;
    gap: 0.35em;
    overflow-wrap: anywhere;
  }
`;
