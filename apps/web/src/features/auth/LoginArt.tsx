import classes from './AuthFrame.module.css';
import art from './login-art.svg';

/** Artwork beside the form. It loads lazily, so narrow screens, which hide it, do not download it. */
export function LoginArt() {
  return (
    <div className={classes.art}>
      <img src={art} alt="" loading="lazy" />
      <p className={classes.line}>Every document, in its place.</p>
    </div>
  );
}
