import { useId } from 'react';
import classes from './LoginArt.module.css';

/** The cairn of the mark, large, at dusk. */
export function LoginArt() {
  const id = useId();
  const fill = (name: string) => `url(#${id}${name})`;
  return (
    <div className={classes.art}>
      <svg viewBox="0 0 720 900" preserveAspectRatio="xMidYMid slice" aria-hidden>
        <defs>
          <linearGradient id={`${id}sky`} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="#171613" />
            <stop offset=".45" stopColor="#1f1e1b" />
            <stop offset=".75" stopColor="#2a2721" />
            <stop offset="1" stopColor="#1c1b18" />
          </linearGradient>
          <radialGradient id={`${id}glow`} cx=".5" cy=".44" r=".5">
            <stop offset="0" stopColor="#FAC014" stopOpacity=".23" />
            <stop offset=".45" stopColor="#FAC014" stopOpacity=".08" />
            <stop offset="1" stopColor="#FAC014" stopOpacity="0" />
          </radialGradient>
          <linearGradient id={`${id}amber`} x1=".2" y1="0" x2=".7" y2="1">
            <stop offset="0" stopColor="#FFD868" />
            <stop offset=".5" stopColor="#FAC014" />
            <stop offset="1" stopColor="#D79F00" />
          </linearGradient>
          <linearGradient id={`${id}pale`} x1=".3" y1="0" x2=".6" y2="1">
            <stop offset="0" stopColor="#C2BDB1" />
            <stop offset="1" stopColor="#6F6A5F" />
          </linearGradient>
          <linearGradient id={`${id}mid`} x1=".3" y1="0" x2=".6" y2="1">
            <stop offset="0" stopColor="#9A9488" />
            <stop offset="1" stopColor="#47443D" />
          </linearGradient>
          <linearGradient id={`${id}deep`} x1=".3" y1="0" x2=".6" y2="1">
            <stop offset="0" stopColor="#7E796E" />
            <stop offset="1" stopColor="#33312C" />
          </linearGradient>
        </defs>
        <rect width="720" height="900" fill={fill('sky')} />
        <rect width="720" height="900" fill={fill('glow')} />
        <path
          fill="#24231f"
          d="M0 668C70 640 150 628 240 640c110 14 190 34 300 8 70-18 110-40 180-37v289H0Z"
        />
        <path fill="#1b1a17" d="M0 742c120-30 240-32 370-10 130 20 240 4 350-28v196H0Z" />
        <ellipse cx="359" cy="700" rx="168" ry="15" fill="#0f0e0d" opacity=".8" />
        <path
          fill={fill('deep')}
          d="M204 650c0-40 64-58 152-58 92 0 158 20 158 58 0 36-62 49-152 49-98 0-158-9-158-49Z"
        />
        <ellipse cx="362" cy="597" rx="84" ry="6" fill="#16150f" opacity=".5" />
        <path
          fill={fill('mid')}
          d="M241 553c0-34 48-49 116-49 74 0 122 14 122 43 0 34-46 46-116 46-78 0-122-8-122-40Z"
        />
        <ellipse cx="366" cy="508" rx="60" ry="6" fill="#16150f" opacity=".5" />
        <path
          fill={fill('pale')}
          d="M275 465c0-26 26-39 62-39 60 0 106 16 106 45 0 26-34 35-78 34-56-2-90-12-90-40Z"
        />
        <ellipse cx="366" cy="429" rx="31" ry="4" fill="#16150f" opacity=".5" />
        <path
          fill={fill('amber')}
          d="M314 395c0-25 22-44 54-44 28 0 45 15 45 37 0 26-30 40-62 40-23 0-37-11-37-33Z"
        />
      </svg>
      <p className={classes.line}>Every document, in its place.</p>
    </div>
  );
}
