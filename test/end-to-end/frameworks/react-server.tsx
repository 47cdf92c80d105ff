import { renderToString } from 'react-dom/server';
import { App } from './react.tsx';

console.log(renderToString(<App />));
