"""Models of scikit-learn, XGBoost and LightGBM, trained on seeded data. Their rows are independent of each other."""

import json

import numpy as np
import onnx
from onnxmltools import convert_lightgbm, convert_xgboost
from onnxmltools.convert.common.data_types import FloatTensorType as Floats
from skl2onnx import to_onnx
from sklearn.base import is_classifier
from sklearn import cluster, decomposition, ensemble, linear_model, naive_bayes, neighbors, neural_network, pipeline, preprocessing, svm, tree

ROWS, COLUMNS = 8, 6
generator = np.random.default_rng(20)
SAMPLES = generator.normal(size=(120, COLUMNS)).astype(np.float32)
CLASSES = (SAMPLES[:, 0] + SAMPLES[:, 1] * SAMPLES[:, 2] > 0).astype(np.int64) + (SAMPLES[:, 3] > 0.8)
TARGET = (SAMPLES @ generator.normal(size=COLUMNS)).astype(np.float32)


def chain(*steps):
    return lambda: pipeline.make_pipeline(*(each() for each in steps))


LEARNERS = {
    "logistic_regression": (linear_model.LogisticRegression, CLASSES),
    "linear_regression": (linear_model.LinearRegression, TARGET),
    "ridge": (linear_model.Ridge, TARGET),
    "decision_tree": (lambda: tree.DecisionTreeClassifier(max_depth=4), CLASSES),
    "random_forest": (lambda: ensemble.RandomForestClassifier(5, max_depth=4, random_state=0), CLASSES),
    "gradient_boosting": (lambda: ensemble.GradientBoostingRegressor(n_estimators=5), TARGET),
    "svc": (svm.SVC, CLASSES),
    "svr": (svm.SVR, TARGET),
    "naive_bayes": (naive_bayes.GaussianNB, CLASSES),
    "nearest": (lambda: neighbors.KNeighborsClassifier(3), CLASSES),
    "perceptrons": (lambda: neural_network.MLPClassifier((12,), max_iter=60, random_state=0), CLASSES),
    "k_means": (lambda: cluster.KMeans(3, n_init=1, random_state=0), None),
    "principal_components": (lambda: decomposition.PCA(3), None),
    "scaled_classifier": (chain(preprocessing.StandardScaler, lambda: preprocessing.PolynomialFeatures(2), linear_model.LogisticRegression), CLASSES),
    "normalised": (chain(preprocessing.Normalizer, preprocessing.MinMaxScaler, linear_model.SGDRegressor), TARGET),
}
NO_MAPS = {"zipmap": False}


def learnt(name):
    make, answers = LEARNERS[name]
    learner = make()
    learner.fit(SAMPLES, answers) if answers is not None else learner.fit(SAMPLES)
    options = {id(learner): NO_MAPS} if is_classifier(learner) else None
    return to_onnx(learner, SAMPLES[:1], options=options, target_opset=17)


def xgboost(task):
    import xgboost

    learner = {"classifier": xgboost.XGBClassifier, "regressor": xgboost.XGBRegressor}[task](n_estimators=4, max_depth=3)
    learner.fit(SAMPLES, CLASSES if task == "classifier" else TARGET)
    return convert_xgboost(learner, initial_types=[("X", Floats([None, COLUMNS]))], target_opset=15)


def lightgbm(task):
    import lightgbm

    learner = {"classifier": lightgbm.LGBMClassifier, "regressor": lightgbm.LGBMRegressor}[task](n_estimators=4, verbose=-1)
    learner.fit(SAMPLES, CLASSES if task == "classifier" else TARGET)
    rest = {"zipmap": False} if task == "classifier" else {}
    return convert_lightgbm(learner, initial_types=[("X", Floats([None, COLUMNS]))], target_opset=15, **rest)


BOOSTED = {f"{library.__name__}_{task}": (library, task) for library in (xgboost, lightgbm) for task in ("classifier", "regressor")}
NAMES = [*LEARNERS, *BOOSTED]


def write(folder, name):
    model = learnt(name) if name in LEARNERS else BOOSTED[name][0](BOOSTED[name][1])
    onnx.save(model, str(folder / f"{name}.onnx"))
    facts = {"inputs": {model.graph.input[0].name: {"sizes": [ROWS, COLUMNS], "symbols": {}}}, "shapes": True,
             "batch_kind": "batch on 2: scikit-learn, XGBoost, LightGBM"}
    (folder / f"{name}.json").write_text(json.dumps(facts, indent=1))
